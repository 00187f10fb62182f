/**
 * Choices among teams of features, in flat arrays so that millions stream by without an object each. Every team has
 * `slots` places; a place holds a feature's number or 0 (none, strength 1). Features of one slot exclude each other:
 * that is what lets MM and LMP renew a whole slot at once. A feature number belongs to one slot only.
 */
export interface ChoiceBlock {
  /** How many datapoints. */
  readonly choices: number
  /** choices + 1 numbers: where the teams of each choice begin. */
  readonly starts: Uint32Array
  /** The chosen team of each choice, as an index like those in `starts` (absolute). */
  readonly chosen: Uint32Array
  /** teams × slots feature numbers. */
  readonly features: Uint32Array
  /** How many equal teams each stands for; absent: 1 each. */
  readonly counts?: Uint16Array
  /** Move number of each choice, for reports by phase. */
  readonly moves?: Uint16Array
}

/** Choices in blocks, which can be read again and again. */
export interface ChoiceSource {
  readonly slots: number
  /** Feature numbers run from 1 to this. */
  readonly features: number
  /** May be called again, and gives the same blocks in the same order. */
  blocks(): AsyncIterable<ChoiceBlock>
}
