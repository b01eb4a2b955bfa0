import type { RouteName } from '@customer-center/contract/routes'
import { useAppContext } from '../context/app-context.ts'
import { opensRoute } from '../data/rights.ts'
import { EmptyState } from '../parts/lists/empty-state.tsx'
import { type TextId, useText } from '../texts/texts.ts'

type ListRoute = RouteName & RouteOf<TextId>
type RouteOf<Id> = Id extends `empty.${infer Route}` ? Route : never

interface EmptyScreenProps {
  route: ListRoute
  /** The specification's sentence. */
  message: string
}

/**
 * Renders the substitute of a screen's empty list: a picture, a sentence about the rows to come, and links to go on.
 */
export function EmptyScreen({ route, message }: EmptyScreenProps) {
  const text = useText()
  const app = useAppContext()
  const { config, router, base } = app
  const hasOrders = opensRoute(app, 'orders')
  const next = route !== 'orders' && hasOrders ? 'orders' : 'overview'
  const { href, path } = router.linkTo(base + next)
  // On these screens the button for a new row is just above.
  const canAdd = route.startsWith('mydata/')
  return (
    <EmptyState message={message} image={config.images[route]?.big}>
      <p>{text(`empty.${route}`)}</p>
      {!canAdd && (
        <a className="kc-button kc-quiet" part="button button-quiet" href={href} data-path={path}>
          {text(`empty.to.${next}`)}
        </a>
      )}
    </EmptyState>
  )
}
