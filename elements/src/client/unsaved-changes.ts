import { useEffect } from 'react'
import { useCenter } from './center.ts'

/** While `dirty`, no way leads off the screen without the question of section 2. */
export function useUnsavedChanges(dirty: boolean): void {
  const { holdBack } = useCenter()
  useEffect(() => (dirty ? holdBack() : undefined), [dirty, holdBack])
}
