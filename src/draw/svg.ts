// The elements of a picture as SVG. A small writer of our own: rectangles, lines, circles and words need no library.

type Attributes = Readonly<Record<string, string | number | undefined>>

/** An element with its children, which are SVG already. An attribute that is undefined is left out. */
export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const list = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? "" : ` ${key}="${escape(number(value))}"`,
  )
  const open = `<${name}${list.join("")}`
  return children.length === 0 ? `${open}/>` : `${open}>${children.join("")}</${name}>`
}

function number(value: string | number): string {
  return typeof value === "string" ? value : String(Number(value.toFixed(2)))
}

export function escape(words: string): string {
  return words
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
}

/** Coordinates of charts: a tenth of a pixel is enough. */
export function round(value: number): number {
  return Number(value.toFixed(1))
}

/** What screen readers read and a pointer shows; none where there are no words. */
function tooltip(words: string | undefined): string[] {
  return words === undefined ? [] : [element("title", {}, escape(words))]
}

export type Anchor = "start" | "middle" | "end"

interface TextOptions {
  readonly anchor?: Anchor
  readonly size?: number
}

/** Words in a style of the picture's sheet. */
export function text(words: string, x: number, y: number, style: string, options: TextOptions = {}): string {
  const place = { x: round(x), y: round(y), "text-anchor": options.anchor, "font-size": options.size }
  return element("text", { class: style, ...place }, escape(words))
}

export function line(style: string, x1: number, y1: number, x2: number, y2: number): string {
  return element("line", { class: style, x1: round(x1), y1: round(y1), x2: round(x2), y2: round(y2) })
}

export function circle(style: string, x: number, y: number, r: number, told?: string): string {
  return element("circle", { class: style, cx: round(x), cy: round(y), r }, ...tooltip(told))
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A rectangle in a style of the sheet, or in a colour of its own. */
export function rect(
  paint: { readonly class: string } | { readonly fill: string },
  { x, y, width, height }: Box,
  told?: string,
): string {
  const box = { x: round(x), y: round(y), width: round(width), height: round(height) }
  return element("rect", { ...paint, ...box }, ...tooltip(told))
}

/** Points as the attribute of a polyline or polygon. */
export function pointList(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y]) => `${round(x)},${round(y)}`).join(" ")
}

/** Points as the attribute of a path. */
export function pathOf(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("")
}

interface PictureOptions {
  readonly width: number
  readonly height: number
  readonly title: string
  /** Styles beyond ground, ink, faint and grid, for light and for dark screens. */
  readonly style?: { readonly light: string; readonly dark: string }
}

/** A whole picture that follows the reader's light or dark mode. */
export function picture({ width, height, title, style }: PictureOptions, parts: readonly string[]): string {
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: "img",
    "font-family": "sans-serif",
    "font-size": 12,
  }
  const sheet = `
.ground{fill:#fff}.ink{fill:#222}.faint{fill:#666}.grid{stroke:#ddd}${style?.light ?? ""}
@media (prefers-color-scheme:dark){.ground{fill:#16191d}.ink{fill:#e2e4e7}.faint{fill:#9aa0a8}.grid{stroke:#3a3f46}${style?.dark ?? ""}}
`
  const children = [
    ...tooltip(title),
    element("style", {}, sheet),
    element("rect", { class: "ground", width, height }),
    ...parts,
  ]
  return `${element("svg", attributes, ...children.map((part) => `\n${part}`), "\n")}\n`
}
