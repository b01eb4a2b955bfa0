import type { Overview } from '@customer-center/contract/overview'
import type { RoutePath } from '@customer-center/contract/routes'
import { type RefObject, useEffect, useState } from 'react'
import { useAppContext } from '../context/app-context.ts'
import { useBackendFeature } from '../data/backend-feature.ts'
import type { OverviewLines } from './overview-lines.tsx'

interface LoadedLines {
  readonly OverviewLines: typeof OverviewLines
  readonly overview: Overview
  readonly root: HTMLElement
}

/**
 * The lines of the overview, which are asked for when its tiles have been painted; null before, elsewhere, without the feature and
 * without an answer.
 */
export function useOverviewLines(main: RefObject<HTMLElement | null>, route: RoutePath): LoadedLines | null {
  const app = useAppContext()
  const isOffered = useBackendFeature('overview') && route === 'overview'
  const [lines, setLines] = useState<LoadedLines | null>(null)
  useEffect(() => {
    if (!isOffered) return undefined
    let mounted = true
    const load = async () => {
      const module = await import('./overview-lines.tsx').catch(() => null)
      const overview = mounted && (await module?.readOverview(app))
      const root = main.current
      if (mounted && module && overview && root) setLines({ OverviewLines: module.OverviewLines, overview, root })
    }
    // The frame's own work comes before it is painted, a task after it.
    const frame = requestAnimationFrame(() => setTimeout(() => void (mounted && load())))
    return () => {
      mounted = false
      cancelAnimationFrame(frame)
    }
  }, [isOffered, main, app])
  return isOffered ? lines : null
}
