// How a playout chooses its moves. Names are what people write; the numbers are the module's.

export const POLICIES = { light: 0 } as const

export type PolicyName = keyof typeof POLICIES

export const POLICY_NAMES = Object.keys(POLICIES) as readonly PolicyName[]
