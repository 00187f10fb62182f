/** Game records from files. For bytes from elsewhere see `readGameStream` of `montego/record`. */
export { loadGames, readGames, type ReadGamesOptions } from "./files.ts"
