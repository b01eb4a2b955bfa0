import type { Measurement } from './measurement.ts'

export interface Outcome {
  /** The number of things that were tried: requests, saves, rows, tests times their kills, or measurements. */
  readonly tried: number
  /** The number of them that broke a promise, as the trial's name says; 0 is what we promise. */
  readonly broken: number
  readonly measured?: readonly Measurement[]
}

/** One attack, fault, bench or way of installation, with a fixed seed and fixed counts. */
export interface Trial {
  /** The subject, and after a semicolon the meaning of a broken promise. */
  readonly name: string
  /** Names a requirement that the machine lacks. */
  readonly missing?: () => string | undefined
  /** @param count an amount that the command line names, such as the rows of an import */
  readonly run: (count?: number) => Promise<Outcome>
}

/** The trials of a command. */
export interface TrialRoom {
  readonly trials: Readonly<Record<string, Trial>>
  /** The page of docs, and the mark in it, of the table that has a row for each trial. */
  readonly table?: readonly [page: string, mark: string]
  /** What `npm test` tries in their place, with the file of the test. */
  readonly triedByTests?: Readonly<Record<string, string>>
  /** Ends what the trials share. */
  readonly close?: () => Promise<void>
}
