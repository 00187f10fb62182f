// What is heard of a game, made on the spot: a few milliseconds of an uneven wave through a filter. No file to load.

/** A stone on the board, stones taken off, a pass, a second of a clock that runs out. */
type Sound = "stone" | "capture" | "pass" | "tick"

interface Knock {
  /** Seconds after the sound began. */
  readonly at: number
  readonly pitch: number
  readonly loudness: number
}

const KNOCKS: Readonly<Record<Sound, readonly Knock[]>> = {
  stone: [{ at: 0, pitch: 1900, loudness: 1 }],
  capture: [
    { at: 0, pitch: 1900, loudness: 1 },
    { at: 0.09, pitch: 2600, loudness: 0.5 },
    { at: 0.15, pitch: 2300, loudness: 0.4 },
  ],
  pass: [{ at: 0, pitch: 500, loudness: 0.8 }],
  tick: [{ at: 0, pitch: 3200, loudness: 0.35 }],
}
const SECONDS = 0.05

let context: AudioContext | undefined
let wave: AudioBuffer | undefined

export function playSound(sound: Sound): void {
  // Browsers want a click or a key first, and complain otherwise.
  if (!navigator.userActivation.hasBeenActive) return
  try {
    context ??= new AudioContext()
    wave ??= makeWave(context)
    for (const knock of KNOCKS[sound]) play(context, wave, knock)
  } catch {
    // A browser without sound plays without sound.
  }
}

/** No chance is needed: an uneven wave that dies away sounds like wood. */
function makeWave({ sampleRate }: AudioContext): AudioBuffer {
  const length = Math.floor(sampleRate * SECONDS)
  const buffer = new AudioBuffer({ length, sampleRate })
  const samples = buffer.getChannelData(0)
  for (let at = 0; at < length; at++) samples[at] = Math.sin(at * at * 0.37) * Math.exp((-14 * at) / length)
  return buffer
}

function play(on: AudioContext, buffer: AudioBuffer, { at, pitch, loudness }: Knock): void {
  const source = new AudioBufferSourceNode(on, { buffer })
  const filter = new BiquadFilterNode(on, { type: "bandpass", frequency: pitch, Q: 1.2 })
  const gain = new GainNode(on, { gain: loudness })
  source.connect(filter).connect(gain).connect(on.destination)
  source.start(on.currentTime + at)
}
