/**
 * Says that the element could not be loaded. The only German sentences outside of the text files, because those, or the code that
 * reads them, may be what is missing.
 */
export function showBootFailure(
  root: ShadowRoot,
  error: unknown,
  onRetry: () => void,
  sentence = 'Das Kundencenter konnte nicht geladen werden.'
): void {
  const box = document.createElement('div')
  box.setAttribute('role', 'alert')
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Erneut versuchen'
  button.addEventListener('click', onRetry, { once: true })
  const reason = document.createElement('small')
  reason.lang = 'en'
  reason.textContent = error instanceof Error ? error.message : String(error)
  box.append(paragraph(sentence), paragraph(reason), button)
  root.replaceChildren(box)
}

function paragraph(content: string | Node): HTMLElement {
  const element = document.createElement('p')
  element.append(content)
  return element
}
