import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useCenter } from '../client/center.ts'
import type { Profile } from '../client/identify.ts'
import { Notice } from '../parts/notice.tsx'
import { useText } from '../texts/texts.ts'
import { focusHeading } from './heading.ts'
import { Menu } from './menu.tsx'
import { Overview } from './overview.tsx'
import { preloadScreens } from './preload.ts'
import { find, offered, sections } from './routes.ts'
import { router } from './router.ts'
import { ScreenFrame } from './screen-frame.tsx'

/** Menu and screen of a person who is logged in. */
export function Inside({ profile }: { profile: Profile }) {
  const text = useText()
  const { config, base, emit } = useCenter()
  const path = useSyncExternalStore(router.subscribe, router.path)
  const { place, forbidden } = find(path, profile.right, config)
  const main = useRef<HTMLDivElement>(null)
  const [refused, setRefused] = useState(false)
  // Kept until another screen is opened: the path that was refused is gone as soon as it is written over.
  if (forbidden && !refused) setRefused(true)
  if (refused && place !== 'overview') setRefused(false)

  useEffect(() => {
    router.settle(base + place, path)
  }, [base, place, path])
  useEffect(() => emit('route-change', { route: place }), [emit, place])

  const open = useMemo(() => offered(profile.right, config), [profile.right, config])
  useEffect(() => preloadScreens(open), [open])
  const tiles = place === 'overview' || sections.some((section) => section === place)
  return (
    <>
      <button type="button" className="kc-skip kc-hidden" onClick={() => focusHeading(main.current)}>
        {text('center.skip')}
      </button>
      <Menu routes={open} place={profile.right === 'none' ? 'mydata' : place} user={profile.emailAddress} />
      {/* No main landmark: the host's page has its own, around us, and may embed two of us. */}
      <div ref={main} className="kc-main" part="main" tabIndex={-1}>
        {place === 'overview' && (refused || profile.right === 'none') && (
          <Notice tone="warning">{text('overview.forbidden')}</Notice>
        )}
        <ScreenFrame key={place} place={place}>
          {tiles && <Overview place={place} routes={open} />}
        </ScreenFrame>
      </div>
    </>
  )
}
