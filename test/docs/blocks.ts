// The blocks of code of all pages of the documentation, and the commands in them.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { sourcePages } from "../../scripts/site/sources.js"

export const ROOT = join(import.meta.dirname, "../..")
export const PAGES: readonly string[] = sourcePages(ROOT).map(({ source }) => source)

export interface Block {
  readonly page: string
  /** Of its first line, from 1. */
  readonly line: number
  readonly language: string
  readonly code: string
  /** The block of text that follows at once: what the code prints. */
  readonly output: string | undefined
}

export const readPage = (page: string): string => readFileSync(join(ROOT, page), "utf8")

export function blocksOf(page: string, text = readPage(page)): Block[] {
  const fences = /^```(\w*)\n(.*?)^```$(?:\n+```text\n(.*?)^```$)?/gms
  const found: Block[] = []
  let match = fences.exec(text)
  while (match !== null) {
    const [whole, language = "", code = "", output] = match
    const line = text.slice(0, match.index).split("\n").length + 1
    found.push({ page, line, language: language || "text", code, output })
    // What was taken for output may be a block of its own, where the first is no program.
    if (output !== undefined && !isProgram(language))
      fences.lastIndex -= whole.length - whole.indexOf("```\n") - 4
    match = fences.exec(text)
  }
  return found
}

export const isProgram = (language: string): boolean => language === "ts" || language === "js"

/** The name that the first line of a program gives the file: `// player.js: what it does`. */
export const fileNameOf = ({ code }: Block): string | undefined => /^\/\/ ([\w-]+\.m?[jt]s)\b/.exec(code)?.[1]

/** The commands of a block of shell: a line each, without comments, with the variables that it sets filled in. */
export function commandsOf({ code }: Block): string[] {
  const variables = new Map<string, string>()
  const lines = code.replaceAll("\\\n", " ").split("\n")
  return lines.flatMap((line) => {
    const command = line
      .replace(/(^| +)#.*$/, "")
      .trim()
      .replace(/\$([A-Za-z]+)/g, (whole, name: string) => variables.get(name) ?? whole)
    const [, name, value] = /^([A-Z]+)="(.*)"$/.exec(command) ?? []
    if (name !== undefined) variables.set(name, value!)
    return command === "" || name !== undefined ? [] : [command]
  })
}

/** The arguments of a command of ours, without where its output goes; undefined for another program. */
export function ownArguments(command: string): string | undefined {
  const [, words] = /^(?:npx )?montego (.*)$/.exec(command) ?? []
  return words?.replace(/ > \S+$/, "")
}
