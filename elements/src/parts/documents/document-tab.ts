/** A file whose blob has the type of a document, never one that a browser executes. */
export interface LoadedFile {
  name: string
  blob: Blob
}

/** A tab that was opened by a click, before its document is loaded. */
export interface DocumentTab {
  /** Shows the file, and returns false if no tab can: then the tab is closed, and the file has to be saved. */
  show(file: LoadedFile): boolean
  close(): void
}

/** Whether tabs that this page opens inherit its sandbox, in which browsers show no PDF. */
let tabsAreSandboxed = false

/**
 * Opens an empty tab with the text `waiting`. Null if a pop-up blocker stops it, as all do outside of a click. Null
 * also if the tab would stay empty: in a frame whose sandbox lacks `allow-popups-to-escape-sandbox`.
 */
export function openDocumentTab(waiting: string): DocumentTab | null {
  const tab = openTab()
  if (!tab || tab.closed) {
    // In a sandbox without `allow-popups` the browser also refuses a link that opens a tab: the link has to save.
    tabsAreSandboxed = window !== top
    return null
  }
  tabsAreSandboxed = isSandboxed(tab)
  if (tabsAreSandboxed) {
    tab.close()
    return null
  }
  // The document must have no access to the shop's page; with `noopener`, `open` would return null.
  tab.opener = null
  writePage(tab, waiting)
  return {
    show(file) {
      if (tab.closed) return true
      if (!showsInTab(file)) {
        tab.close()
        return false
      }
      tab.location.replace(urlOf(file, () => !tab.closed))
      return true
    },
    close: () => tab.close()
  }
}

/** Opens a tab. Firefox throws where others answer null: in a frame whose sandbox lacks `allow-popups`. */
function openTab(): Window | null {
  try {
    return window.open('', '_blank')
  } catch {
    return null
  }
}

/** A file that the browser fetches from an address. */
export interface RemoteFile {
  readonly name: string
  readonly url: string
}

/** Saves the file under its name. A file at an address is saved under the name that the answer gives it. */
export function saveFile(file: LoadedFile | RemoteFile): void {
  const isRemote = 'url' in file
  const link = document.createElement('a')
  link.href = isRemote ? file.url : urlOf(file)
  // With this attribute, even an empty one, an error response from the page's own origin does not replace the page.
  link.download = isRemote ? '' : file.name
  link.click()
}

/** Returns a link to open the file by hand; its URL stays valid for a while after `release`. */
export function manualLink(file: LoadedFile) {
  let needed = true
  const href = urlOf(file, () => needed)
  const link = { href, label: file.name, download: showsInTab(file) ? undefined : file.name }
  return { link, release: () => void (needed = false) }
}

/** Time to follow a link or to read the file, in ms; a file of 50 MB must not stay in memory all day. */
const keepMs = 60_000

/** Returns an object URL that is revoked after a minute, or as soon as it is no longer `needed` after that. */
function urlOf({ blob }: LoadedFile, needed: () => boolean = () => false): string {
  const url = URL.createObjectURL(blob)
  const timer = setInterval(() => {
    if (needed()) return
    clearInterval(timer)
    URL.revokeObjectURL(url)
  }, keepMs)
  return url
}

/**
 * Tells whether a tab can show the file. Browsers would save any other file, or a PDF without a viewer, under the
 * blob's cryptic name.
 */
function showsInTab({ blob }: LoadedFile): boolean {
  return blob.type === 'application/pdf' && navigator.pdfViewerEnabled && !tabsAreSandboxed
}

/**
 * Tells whether a document is in a sandbox, by setting the document's domain, which every sandbox forbids. It tries
 * this in a frame, so that the tab keeps its own domain.
 */
function isSandboxed({ document }: Window): boolean {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  try {
    const inner = frame.contentDocument!
    Reflect.set(inner, 'domain', inner.domain)
    return false
  } catch {
    return true
  } finally {
    frame.remove()
  }
}

function writePage({ document: page }: Window, text: string): void {
  page.title = text
  page.documentElement.lang = 'de'
  page.documentElement.style.colorScheme = 'light dark'
  Object.assign(page.body.style, { font: '1.125em system-ui, sans-serif', margin: '20vh 2em', textAlign: 'center' })
  page.body.replaceChildren(text)
}

type BrowserDevice = Pick<Navigator, 'userAgent' | 'platform' | 'maxTouchPoints'>

/**
 * Tells whether the device is an iPhone, iPod or iPad, where documents are requested first and opened with a second tap.
 * iPadOS claims to be a Mac, but no Mac has a touch screen.
 */
export function isAppleIos({ userAgent, platform, maxTouchPoints }: BrowserDevice): boolean {
  if (/\b(?:iPhone|iPad|iPod)\b/.test(userAgent)) return !/Windows Phone/.test(userAgent)
  return (platform === 'MacIntel' || /\bMacintosh\b/.test(userAgent)) && maxTouchPoints > 1
}
