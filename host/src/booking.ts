const contact = document.querySelector('customer-contact')
const saved = document.querySelector<HTMLOutputElement>('output.saved')

/** A shop learns of a saved contact; it would put the person into its cart. */
contact?.addEventListener('contact-saved', (event) => {
  const { contactId } = (event as CustomEvent<{ contactId: number | null }>).detail
  if (saved) saved.value = `Der Shop hat die Person übernommen${contactId === null ? '' : ` (Nummer ${contactId})`}.`
})
