/** Why a player can't go on with a game: it answered no move, it failed, it is silent. */
export class EngineFault extends Error {
  readonly kind: "illegal" | "crash" | "stall"

  constructor(kind: EngineFault["kind"], message: string) {
    super(message)
    this.kind = kind
  }
}
