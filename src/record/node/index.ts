// Game records from files. For bytes from elsewhere see `readGameStream` in the folder above.

export { loadGames, readGames, type ReadGamesOptions } from "./files.ts"
