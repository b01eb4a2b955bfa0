import { Fragment, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useAppContext } from '../context/app-context.ts'
import type { Profile } from '../client/profile.ts'
import { useText } from '../texts/texts.ts'
import { Arrival } from './arrival.tsx'
import { focusHeading } from './heading.ts'
import { Menu } from './menu.tsx'
import { Overview } from './overview.tsx'
import { preloadScreens } from './preload.ts'
import { find, hasTiles, offered } from './routes.ts'
import { router } from './router.ts'
import { ScreenFrame } from './screen-frame.tsx'
import { InsideView } from './shell-view.tsx'
import type { ViewContext } from './view.ts'

/** Menu and screen of a person who is logged in. */
export function Inside({ profile }: { profile: Profile }) {
  const text = useText()
  const { config, base, emit } = useAppContext()
  const path = useSyncExternalStore(router.subscribe, router.path, router.path)
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
  const context = useMemo<ViewContext>(() => ({ text, config, base }), [text, config, base])
  return (
    <InsideView
      {...{ context, profile, place, refused, main }}
      routes={open}
      menu={Menu}
      onSkip={() => focusHeading(main.current)}
    >
      {hasTiles(place) ? (
        <Fragment key={place}>
          <Overview context={context} place={place} routes={open} />
          <Arrival />
        </Fragment>
      ) : (
        <ScreenFrame key={place} place={place} />
      )}
    </InsideView>
  )
}
