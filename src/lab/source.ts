// Where a number or a figure was published.

/** The five texts, and the papers that they cite for a number. */
export type TextName =
  | "Brügmann 1993"
  | "Chelaru 2008"
  | "Drake & Chen 2008"
  | "Lew 2011"
  | "Brady 2024"
  | "Coulom 2007"
  | "Montego"

export interface Source {
  readonly text: TextName
  /** Section, table or figure. */
  readonly place: string
}
