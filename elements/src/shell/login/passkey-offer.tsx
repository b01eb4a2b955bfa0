import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useAppContext } from '../../context/app-context.ts'
import { addPasskey, passkeyList } from '../../data/passkey.ts'
import { useEndingOthers } from '../../forms/use-ending-others.ts'
import { nullOnError, writeItem } from '../../lib/browser-storage.ts'
import { Button } from '../../parts/button.tsx'
import { useAction } from '../../parts/dialogs/use-action.ts'
import { useText } from '../../texts/texts.ts'
import { useFreeSide } from '../menu/use-free-side.ts'
import './passkey-offer.css'

/** Name under which this browser stores an answer: a person who has said no is not asked at each login. */
const storageKey = 'kc-passkey-offer'

/**
 * Offers a passkey for the next login, by fingerprint, face or PIN, to a person who has logged in by password and has
 * no passkey yet.
 */
export default function PasskeyOffer() {
  const text = useText()
  const app = useAppContext()
  const label = useId()
  const layer = useRef<HTMLDivElement>(null)
  const isCapable = useHasOwnAuthenticator()
  const [answered, setAnswered] = useState(wasAnswered)
  const { busy, run } = useAction()
  const { data } = useQuery({ ...passkeyList(app), enabled: isCapable && !answered })
  const isShown = isCapable && !answered && data?.length === 0
  const { askForOthers } = useEndingOthers(isShown)
  useFreeSide(layer, isShown)

  function close() {
    setAnswered(true)
    // If a browser forbids the storage, the question comes again at the next login.
    writeItem(() => localStorage, storageKey, 'answered')
  }
  async function add() {
    const ending = await askForOthers('', 'add')
    if (!ending) return
    await run(async () => {
      if (!(await addPasskey(app, ending))) return
      close()
      app.saveStatus.set({ message: text('passkeys.saved'), resource: 'webshop-user', row: null })
    }, 'passkeys.addFailed')
  }
  if (!isShown) return null
  return (
    <div ref={layer} className="kc-save-layer">
      <aside className="kc-passkey-offer" part="passkey-offer" aria-labelledby={label}>
        <output>
          <span id={label}>{text('passkeys.offer')}</span>
        </output>
        <Button kind="primary" busy={busy} onClick={() => void add()}>
          {text('passkeys.add')}
        </Button>
        <Button kind="plain" onClick={close}>
          {text('passkeys.later')}
        </Button>
      </aside>
    </div>
  )
}

/** Tells whether the device itself can check its user. */
function useHasOwnAuthenticator(): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    let isCurrent = true
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().then(
      (is) => isCurrent && setHas(is),
      () => undefined
    )
    return () => void (isCurrent = false)
  }, [])
  return has
}

const wasAnswered = (): boolean => nullOnError(() => localStorage.getItem(storageKey)) !== null
