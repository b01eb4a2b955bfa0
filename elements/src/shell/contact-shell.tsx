import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { createContact } from '@customer-center/contract/contact'
import { mayCall } from '@customer-center/contract/endpoint'
import { idField } from '@customer-center/contract/field-codes'
import { serializeId } from '../client/saved-row.ts'
import type { SessionState } from '../client/session-state.ts'
import { type AppContext, AppReactContext, useAppContext } from '../context/app-context.ts'
import type { ContactKeys, NewContact } from '../data/contact.ts'
import { useProfile } from '../data/profile.ts'
import { Store } from '../lib/store.ts'
import { Button } from '../parts/button.tsx'
import { FocusedHeading } from '../parts/focused-heading.tsx'
import { LoadFailed } from '../parts/load-failed.tsx'
import { Notice } from '../parts/notice.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useText } from '../texts/texts.ts'
import type { SessionView } from './app-provider.tsx'
import { ScreenShown, HideWhileIdentifying, RestoreFocus } from './place/focus-on-navigate.tsx'
import { NavigationGuards } from './routing/navigation-guards.ts'
import { SaveMessage } from './save-message.tsx'
import { loadWithQueries } from './screen-outlet.tsx'
import { withRetry, OfflineNotice } from './shell-states.tsx'

/** The host's request to `<customer-contact>`, and whether the form is open. */
export interface ContactFormState {
  /** The keys; null for a new contact. */
  readonly keys: ContactKeys | null
  /** The customer of a new contact, if the host names it. */
  readonly customer: NonNullable<NewContact['customer']> | null
  readonly requireEmail: boolean
  readonly open: boolean
}

/** The store outlives a change of the person: a person who has to log in first gets the form after it. */
export class ContactFormStore extends Store<ContactFormState> {
  constructor() {
    super({ keys: null, customer: null, requireEmail: false, open: false })
  }

  readonly update = (part: Partial<ContactFormState>): void => this.set({ ...this.get(), ...part })
}

const NewPassword = withRetry(() => import('./login/new-password.tsx'))
const Login = withRetry(() => import('./login/login.tsx'))
const Details = withRetry(async () => ({
  default: await loadWithQueries(() => import('../screens/contacts/detail/contact-details.tsx'))
}))

/**
 * Creates `<customer-contact>`: a button that the contact's form replaces when it opens, after a login if nobody is
 * logged in.
 */
export function createContactShell(store: ContactFormStore): SessionView {
  return function ContactShell({ state }) {
    const form = useSyncExternalStore(store.subscribe, store.get)
    const { session } = useAppContext()
    const { newPassword } = useSyncExternalStore(session.subscribe, session.snapshot)
    return (
      <div className="kc-shell" part="shell">
        {form.open && newPassword && (
          <NewPassword
            reason={newPassword.reason}
            overScreen={session.profile !== null}
            covered={state === 'expired'}
          />
        )}
        {form.open ? (
          <OpenForm form={form} store={store} state={state} covered={newPassword !== null} />
        ) : (
          <OpenButton form={form} store={store} state={newPassword ? 'out' : state} />
        )}
        <OfflineNotice />
        <SaveMessage />
      </div>
    )
  }
}

const ids = { fields: { pvaid: idField('pvaid'), contactId: idField('contactId') } } as const

interface ContactProps {
  form: ContactFormState
  store: ContactFormStore
  state: SessionState
}

const openedBefore = new WeakSet<ContactFormStore>()

function OpenButton({ form, store, state }: ContactProps) {
  const text = useText()
  const button = useRef<HTMLButtonElement>(null)
  // After the form is closed, the focus returns to the button; on a page that was just loaded it stays where it is.
  useEffect(() => {
    if (openedBefore.delete(store)) button.current?.focus()
  }, [store])
  return (
    <Authorized state={state}>
      {state !== 'starting' && <ScreenShown />}
      <Button
        ref={button}
        busy={state === 'starting'}
        onClick={() => {
          openedBefore.add(store)
          store.update({ open: true })
        }}
      >
        {text(form.keys ? 'contact.edit' : 'contact.create')}
      </Button>
    </Authorized>
  )
}

function OpenForm({ form, store, state, covered }: ContactProps & { covered: boolean }) {
  const text = useText()
  const app = useAppContext()
  const { emit, config } = app
  // The page gets ids in the form in which the backend writes them.
  const given = (name: keyof typeof ids.fields, id: string | null) =>
    id === null ? null : serializeId(config.format, ids, name, id)
  const { keys, blockNavigation } = useOpenContact(form.keys, store)
  const formContext = useMemo(() => ({ ...app, blockNavigation }), [app, blockNavigation])
  const close = () => store.update({ open: false })
  const cancel = () => {
    close()
    emit('contact-cancel')
  }
  if (state === 'starting') return <Skeleton />
  return (
    <>
      {state !== 'out' && (
        <div className="kc-content" inert={state === 'expired' || covered}>
          <Authorized state={state}>
            <FocusedHeading level={2}>{text('contact.heading')}</FocusedHeading>
            <AppReactContext value={formContext}>
              <Details
                key={JSON.stringify(keys)}
                keys={keys}
                customer={form.customer}
                requireEmail={form.requireEmail}
                onSaved={({ pvaid, contactId }) => {
                  close()
                  emit('contact-saved', { pvaid: given('pvaid', pvaid), contactId: given('contactId', contactId) })
                }}
                onCancel={cancel}
              />
            </AppReactContext>
          </Authorized>
          <HideWhileIdentifying />
          {(state === 'expired' || covered) && <RestoreFocus />}
        </div>
      )}
      {(state === 'out' || state === 'expired') && <Login expired={state === 'expired'} />}
      {state === 'out' && (
        <div>
          <Button onClick={cancel}>{text('action.cancel')}</Button>
        </div>
      )}
    </>
  )
}

/** Renders its children for a person who may create contacts, or is not known yet; a sentence for any other person. */
function Authorized({ state, children }: { state: SessionState; children: ReactNode }) {
  const isLoggedIn = state === 'in' || state === 'expired'
  return isLoggedIn ? <AuthorizedPerson>{children}</AuthorizedPerson> : children
}

function AuthorizedPerson({ children }: { children: ReactNode }) {
  const text = useText()
  const { config } = useAppContext()
  const { profile, error, busy, reload } = useProfile()
  if (!profile && error) return <LoadFailed message={text('state.failed')} busy={busy} onRetry={reload} />
  if (!profile) return <Skeleton rows={1} />
  return mayCall(createContact, profile.right, config.routeRights) ? (
    children
  ) : (
    <Notice>{text('contact.forbidden')}</Notice>
  )
}

interface OpenContact {
  /** The keys of the contact whose form is open. */
  readonly keys: ContactKeys | null
  /** Blocks navigation for the form's context. */
  readonly blockNavigation: AppContext['blockNavigation']
}

/**
 * Follows the contact that the host asks for, as soon as unsaved input of the former contact may be lost. If the person
 * keeps the input, the form stays until it is closed or the host asks for yet another contact.
 */
function useOpenContact(requestedKeys: ContactKeys | null, store: ContactFormStore): OpenContact {
  const app = useAppContext()
  // The guards belong to this form alone: it replaces no form of another element on the page.
  const [guards] = useState(() => new NavigationGuards())
  const [keys, setKeys] = useState(requestedKeys)
  const asking = useRef(false)
  const refused = useRef<string | null>(null)
  const requested = JSON.stringify(requestedKeys)
  const open = JSON.stringify(keys)

  useEffect(() => {
    if (requested === open || requested === refused.current || asking.current) return
    asking.current = true
    void guards.mayLeave().then((mayLeave) => {
      asking.current = false
      // The host may have asked for another contact while the question was open.
      const { keys: latest } = store.get()
      refused.current = mayLeave ? null : JSON.stringify(latest)
      if (mayLeave) setKeys(latest)
    })
  }, [requested, open, guards, store])

  const blockNavigation = useCallback<AppContext['blockNavigation']>(
    (mayLeave) => {
      const unblock = [app.blockNavigation(mayLeave, { beside: true }), guards.add(mayLeave)]
      return () => unblock.forEach((one) => one())
    },
    [app, guards]
  )
  return { keys, blockNavigation }
}
