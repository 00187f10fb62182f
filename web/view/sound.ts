// The click of a stone, made on the spot: a few milliseconds of noise through a filter. No file to load.

let context: AudioContext | undefined

export function playClick(): void {
  // Browsers want a click or a key first, and complain otherwise.
  if (!navigator.userActivation.hasBeenActive) return
  try {
    context ??= new AudioContext()
    const { currentTime, sampleRate } = context
    const length = Math.floor(sampleRate * 0.05)
    const buffer = context.createBuffer(1, length, sampleRate)
    const samples = buffer.getChannelData(0)
    // No chance is needed: an uneven wave that dies away sounds like wood.
    for (let at = 0; at < length; at++) samples[at] = Math.sin(at * at * 0.37) * Math.exp((-14 * at) / length)
    const source = context.createBufferSource()
    source.buffer = buffer
    const filter = context.createBiquadFilter()
    filter.type = "bandpass"
    filter.frequency.value = 1900
    filter.Q.value = 1.2
    source.connect(filter).connect(context.destination)
    source.start(currentTime)
  } catch {
    // A browser without sound plays without sound.
  }
}
