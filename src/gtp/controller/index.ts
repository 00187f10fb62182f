/**
 * Drives GTP engines as child processes. `GtpController` sends commands, `GtpSeat` keeps an engine in step with a
 * game. Node only.
 */
export { splitCommand, type CommandLine } from "./command-line.ts"
export { GtpController, type EngineInfo, type GtpAnswer, type GtpOptions } from "./controller.ts"
export type { GtpFailure, GtpFault, GtpRefusal } from "./failure.ts"
export { GtpSeat, type GenmoveOptions, type SeatGame, type SeatOptions, type SetUp } from "./seat.ts"
export type { GtpTime, TimeLeft } from "./time.ts"
