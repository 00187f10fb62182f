/**
 * Drives GTP engines as child processes. `GtpController` sends commands, `GtpSeat` keeps an engine in step with
 * positions. Node only.
 */
export { splitCommand, type CommandLine } from "./command-line.ts"
export { GtpController, type EngineInfo, type GtpAnswer, type GtpOptions } from "./controller.ts"
export type { GtpFailure, GtpFault, GtpNonsense, GtpRefusal } from "./failure.ts"
export { findProgram } from "./programs.ts"
export { GtpSeat, type CallLimits, type GenmoveOptions, type SeatOptions } from "./seat.ts"
export type { Talk } from "./talk.ts"
export type { GtpClock, GtpTime, TimeLeft } from "./time.ts"
