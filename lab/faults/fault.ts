export interface FaultOutcome {
  /** The number of things that the fault tried: saves or rows that were sent, days, or tests times their kills. */
  readonly tried: number
  /** The number of them that got through. */
  readonly through: number
  /** The number of losses that the fault's name describes; 0 is what we promise. */
  readonly lost: number
}

/** A failure outside of the product while people or programs use it, with a fixed seed and fixed counts. */
export interface Fault {
  /** The failing part, and after a semicolon the meaning of a loss. */
  readonly name: string
  /** Names a requirement that the machine lacks. */
  readonly missing?: () => string | undefined
  readonly run: () => Promise<FaultOutcome>
}

/** Makes numbers from 0 to 1, the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
