import { useEffect, useRef, useState } from 'react'
import { fileKindOf, germanFileSize } from '@customer-center/contract/file-name'
import { useText } from '../../texts/texts.ts'
import { Button } from '../button.tsx'
import { useAction } from '../dialogs/use-action.ts'
import { RowButton } from '../lists/row-button.tsx'
import { isAppleIos, type LoadedFile, openDocumentTab } from './document-tab.ts'
import { useShowDocument, useDownload } from './use-show-document.ts'
import './document-buttons.css'

interface DocumentButtonsProps {
  /** The document's name, for people who hear the buttons without seeing the row. */
  caption: string
  /**
   * The kind of a further file of the same document, such as `XML`. The buttons show it, and such a file can only be
   * saved.
   */
  kind?: string | undefined
  /** Loads the file; may be called again after it has failed. */
  load: () => Promise<LoadedFile>
}

/**
 * Renders a document's buttons: 'Anfordern' and 'Öffnen' on Apple iOS, 'Öffnen' and 'Download' everywhere
 * else, where a further file has one button that saves it. One request runs at a time, however often somebody clicks.
 */
export function DocumentButtons(props: DocumentButtonsProps) {
  return (
    <div className="kc-document-buttons">
      {isAppleIos(navigator) ? (
        <RequestAndOpen {...props} />
      ) : props.kind ? (
        <SaveFile {...props} />
      ) : (
        <OpenAndSave {...props} />
      )}
    </div>
  )
}

function OpenAndSave({ caption, load }: DocumentButtonsProps) {
  const text = useText()
  const show = useShowDocument()
  const opening = useAction()
  const saving = useAction()
  const download = useDownload()
  const request = useRef<Promise<LoadedFile> | null>(null)

  function loadOnce(): Promise<LoadedFile> {
    request.current ??= load().finally(() => {
      request.current = null
    })
    return request.current
  }

  function open() {
    const tab = openDocumentTab(text('document.loading'))
    void opening.run(async () => {
      const file = await loadOnce().catch((error: unknown) => {
        tab?.close()
        throw error
      })
      show(file, tab)
    })
  }

  return (
    <>
      <Button
        kind="plain"
        data-main
        busy={opening.busy}
        aria-label={`${text('document.open')}: ${caption}`}
        onClick={open}
      >
        {text('document.open')}
      </Button>
      <RowButton
        icon="download"
        busy={saving.busy}
        aria-label={`${text('document.download')}: ${caption}`}
        onClick={() => void saving.run(async () => download(await loadOnce()))}
      >
        {text('document.download')}
      </RowButton>
    </>
  )
}

function SaveFile({ caption, kind, load }: DocumentButtonsProps) {
  const text = useText()
  const download = useDownload()
  const { busy, run } = useAction()
  return (
    <Button
      kind="plain"
      busy={busy}
      aria-label={`${text('document.download')}: ${caption} (${kind})`}
      onClick={() => void run(async () => download(await load()))}
    >
      {kind}
    </Button>
  )
}

function RequestAndOpen({ caption, kind, load }: DocumentButtonsProps) {
  const text = useText()
  const ofKind = kind ? ` (${kind})` : ''
  const show = useShowDocument()
  const requesting = useAction()
  const [file, setFile] = useState<LoadedFile | null>(null)
  const openButton = useRef<HTMLButtonElement>(null)

  // The button that had the focus has just been disabled; the button beside it is the next step.
  useEffect(() => {
    if (file) openButton.current?.focus()
  }, [file])

  return (
    <>
      <Button
        kind="plain"
        busy={requesting.busy}
        disabled={file !== null}
        aria-label={`${text('document.request')}${ofKind}: ${caption}`}
        onClick={() => void requesting.run(async () => setFile(await load()))}
      >
        {text('document.request')}
        {ofKind}
      </Button>
      <Button
        ref={openButton}
        kind="plain"
        data-main
        disabled={file === null}
        aria-label={`${text('document.open')}${ofKind}: ${caption}`}
        onClick={() => file && show(file, openDocumentTab(text('document.loading')))}
      >
        {text('document.open')}
        {ofKind}
      </Button>
    </>
  )
}

interface FileInfoProps {
  fileName: string | null | undefined
  /** Size in bytes. */
  size: number | null | undefined
}

/** Renders a document's kind and size beside its name, `PDF · 62 kB`; nothing if the backend has not sent the size. */
export function FileInfo({ fileName, size }: FileInfoProps) {
  if (typeof size !== 'number' || !(size >= 0)) return null
  return (
    <>
      {' '}
      <span className="kc-file-info">
        {fileKindOf(fileName)} · {germanFileSize(size)}
      </span>
    </>
  )
}
