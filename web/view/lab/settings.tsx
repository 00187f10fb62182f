// The fields of an experiment. A value counts when the field is left or Enter is pressed; a wrong one is told and put
// back.

import type { Field } from "../../state/lab/fields.ts"
import type { LabSession } from "../../state/lab/session.ts"
import { LAB_TEXTS } from "../../texts-lab.ts"

export function Settings({ session }: { session: LabSession }) {
  return (
    <fieldset class="lab-settings">
      <legend class="unseen">{LAB_TEXTS.controls.settings}</legend>
      {Object.entries(session.fields).map(([name, field]) => (
        <label key={name} class={field.kind === "text" ? "field lab-wide" : "field"}>
          <span>{LAB_TEXTS.fields[name]}</span>
          <Input session={session} name={name} field={field} />
        </label>
      ))}
    </fieldset>
  )
}

function Input({ session, name, field }: { session: LabSession; name: string; field: Field }) {
  const value = String(session.settings[name])
  if (field.kind === "choice")
    return (
      <select value={value} onChange={({ currentTarget }) => session.choose(name, currentTarget.value)}>
        {field.choices.map((each) => (
          <option key={each} value={each}>
            {LAB_TEXTS.choices[each] ?? each}
          </option>
        ))}
      </select>
    )
  return (
    <input
      type="text"
      inputMode={field.kind === "number" ? "decimal" : "text"}
      spellcheck={false}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = session.choose(name, currentTarget.value)
        if (!chosen.ok) currentTarget.value = value
      }}
    />
  )
}
