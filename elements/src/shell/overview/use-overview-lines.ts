import { type RefObject, useEffect, useState } from 'react'
import type { RoutePath } from '@customer-center/contract/routes'
import { useAppContext } from '../../context/app-context.ts'
import { useBackendFeature } from '../../data/backend-feature.ts'
import type { News } from '../../data/overview.ts'
import type { OverviewLines } from './overview-lines.tsx'
import type { OverviewRows } from './overview-rows.tsx'

interface LoadedLines {
  readonly OverviewLines: typeof OverviewLines
  readonly OverviewRows: typeof OverviewRows
  /** The news; null without an answer. */
  readonly overview: News | null
  readonly root: HTMLElement
}

/** Overviews with a tile that has a value. */
const withLines: readonly RoutePath[] = ['overview', 'mydata']

/**
 * Returns the news of an overview, which is requested when the tiles have been painted; null before, on other screens
 * and without the feature.
 */
export function useOverviewLines(main: RefObject<HTMLElement | null>, route: RoutePath): LoadedLines | null {
  const app = useAppContext()
  const hasLines = withLines.includes(route)
  const isOffered = useBackendFeature('overview') && hasLines
  const [lines, setLines] = useState<LoadedLines | null>(null)
  useEffect(() => {
    if (!isOffered) return undefined
    let mounted = true
    const load = async () => {
      const module = await import('./overview-lines.tsx').catch(() => null)
      const overview = module && (await module.loadNews(app))
      const root = main.current
      if (mounted && module && root) setLines({ ...module, overview, root })
    }
    // The frame's own work is done before it is painted; the next task runs after it.
    const frame = requestAnimationFrame(() => setTimeout(() => void (mounted && load())))
    return () => {
      mounted = false
      cancelAnimationFrame(frame)
    }
  }, [isOffered, main, app])
  return hasLines ? lines : null
}
