/** The error of a player that can't go on with a game: it answered no legal move, it failed, or it is silent. */
export class EngineFault extends Error {
  readonly kind: "illegal" | "crash" | "stall"

  constructor(kind: EngineFault["kind"], message: string) {
    super(message)
    this.kind = kind
  }
}
