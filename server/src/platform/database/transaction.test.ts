import { describe, expect, test } from 'vitest'
import { retryOnConflict, WriteConflict } from './transaction.ts'

const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })

/** Work that fails with each of the errors, one after the other, and then gives the number of its runs. */
function failing(...errors: readonly Error[]) {
  let runs = 0
  return async () => {
    const error = errors[runs]
    runs += 1
    if (error) throw error
    return runs
  }
}

describe('work that meets others', () => {
  test('runs until nobody has written between its reading and its writing', async () => {
    const conflicts = Array.from({ length: 50 }, () => new WriteConflict())
    expect(await retryOnConflict(failing(...conflicts))).toBe(51)
  })

  test('runs again after a deadlock and a failed serialization, but not for ever', async () => {
    const serialization = Object.assign(new Error('could not serialize access'), { code: '40001' })
    expect(await retryOnConflict(failing(deadlock, serialization))).toBe(3)
    await expect(retryOnConflict(failing(...Array.from({ length: 9 }, () => deadlock)))).rejects.toBe(deadlock)
  })

  test('does not run again after any other failure', async () => {
    const taken = Object.assign(new Error('duplicate key'), { code: '23505' })
    await expect(retryOnConflict(failing(taken))).rejects.toBe(taken)
  })
})
