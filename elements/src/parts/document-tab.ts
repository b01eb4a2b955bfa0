/** A document that has been fetched. The blob's type is one of section 9 and never one that a browser runs. */
export interface LoadedFile {
  name: string
  blob: Blob
}

/** A tab that belongs to one document from the click on. */
export interface DocumentTab {
  show(file: LoadedFile): void
  close(): void
}

/**
 * Opens an empty tab that says `waiting`; must run inside the click itself, or pop-up blockers step in. Null if one did.
 */
export function openDocumentTab(waiting: string): DocumentTab | null {
  const tab = window.open('', '_blank')
  if (!tab || tab.closed) return null
  // The document must not reach back into the shop's page (`noopener` would not hand us the tab).
  tab.opener = null
  write(tab, waiting, waiting)
  return {
    show(file) {
      if (tab.closed) return
      const url = urlOf(file, () => !tab.closed)
      if (showsInTab(file)) tab.location.replace(url)
      else offer(tab, file, url)
    },
    close: () => tab.close()
  }
}

/** Saves the file under its name. */
export function saveFile(file: LoadedFile): void {
  const link = document.createElement('a')
  link.href = urlOf(file)
  link.download = file.name
  link.click()
}

/** A link for people to open the file by hand; its address lives until a while after `release`. */
export function handLink(file: LoadedFile) {
  let held = true
  const href = urlOf(file, () => held)
  const link = { href, label: file.name, download: showsInTab(file) ? undefined : file.name }
  return { link, release: () => void (held = false) }
}

/** A minute is enough to follow a link or to read the file; a file of 50 MB must not stay in memory for the day. */
const keepMs = 60_000

/** A blob's address, given back when a minute has passed and it is not `needed` any longer. */
function urlOf({ blob }: LoadedFile, needed: () => boolean = () => false): string {
  const url = URL.createObjectURL(blob)
  const timer = setInterval(() => {
    if (needed()) return
    clearInterval(timer)
    URL.revokeObjectURL(url)
  }, keepMs)
  return url
}

/** Browsers show PDF files; any other file, or a PDF without a viewer, they would save under the blob's cryptic name. */
function showsInTab({ blob }: LoadedFile): boolean {
  return blob.type === 'application/pdf' && navigator.pdfViewerEnabled
}

function offer(tab: Window, file: LoadedFile, url: string): void {
  const link = tab.document.createElement('a')
  link.href = url
  link.download = file.name
  link.textContent = file.name
  write(tab, file.name, link)
  link.click()
}

function write(tab: Window, title: string, content: string | Node): void {
  const { document: page } = tab
  page.title = title
  page.documentElement.lang = 'de'
  page.documentElement.style.colorScheme = 'light dark'
  Object.assign(page.body.style, { font: '1.125em system-ui, sans-serif', margin: '20vh 2em', textAlign: 'center' })
  page.body.replaceChildren(content)
}
