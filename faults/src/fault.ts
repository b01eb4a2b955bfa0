export interface Outcome {
  /** Saves that were sent. */
  readonly tried: number
  /** How many of them were made. */
  readonly through: number
  /** What the fault's name says; 0 is what we promise. */
  readonly lost: number
}

/** Something outside of the product that fails while customers save, with a fixed seed and fixed counts. */
export interface Fault {
  /** What fails, and after a semicolon what counts as lost. */
  readonly name: string
  /** What it needs, where the machine lacks it. */
  readonly missing?: () => string | undefined
  readonly run: () => Promise<Outcome>
}

/** Numbers from 0 to 1, the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
