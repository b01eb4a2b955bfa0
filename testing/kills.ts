/**
 * Returns how often a slow test kills: `few` times in `npm test`, and as often as `npm run faults` asks for, which runs
 * the same test.
 */
export const killsOf = (few: number): number => Number(process.env['KILLS'] ?? few)
