import { BaseSequencer, type TestSpecification } from 'vitest/node'

const isFast = ({ moduleId }: TestSpecification): number => (moduleId.includes('.slow.test.') ? 0 : 1)

/**
 * Orders test files project by project, because a worker serves one at a time. In each the files that say they are slow
 * come first: begun last, one of them would run alone while the other worker has nothing to do. The rest goes by name,
 * because files that share a process come in the same order everywhere.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted(
      (a, b) =>
        b.project.name.localeCompare(a.project.name) || isFast(a) - isFast(b) || a.moduleId.localeCompare(b.moduleId)
    )
  }
}
