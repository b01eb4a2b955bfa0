import { BaseSequencer, type TestSpecification } from 'vitest/node'

const isSlow = ({ moduleId }: TestSpecification): number => (moduleId.includes('.slow.test.') ? 1 : 0)

/**
 * The files that say they are slow come first: begun last, one of them would run alone while the other worker has nothing to do. The
 * rest goes by name, because files that share a process shall come in the same order everywhere.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => isSlow(b) - isSlow(a) || a.moduleId.localeCompare(b.moduleId))
  }
}
