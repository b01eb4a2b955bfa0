/* oxlint-disable jsx-a11y/prefer-tag-over-role -- No tag has options in groups that are links. */
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { errorSentence } from '../../client/call-error.ts'
import { useAppContext } from '../../context/app-context.ts'
import { detailIn } from '../../context/router.ts'
import { searchText } from '../../lib/name-search.ts'
import { timers } from '../../lib/timers.ts'
import { Button } from '../../parts/button.tsx'
import { ModalDialog } from '../../parts/dialogs/modal-dialog.tsx'
import { focusHeading } from '../../parts/focus-heading.ts'
import { Icon } from '../../parts/icon.tsx'
import { MarkedText, SearchContext } from '../../parts/lists/marked-text.tsx'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { type SearchGroup, useSearchGroups } from './search-groups.ts'
import './search.css'

export interface SearchProps {
  /** The box of the screens. */
  main: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Steps of the keys that move the mark in the list; Enter follows the marked option. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Enter: 0 }

/**
 * Renders the search of all lists that the person may open: a field, and below it the results, as links. The focus
 * stays in the field.
 */
export default function Search({ main, onClose }: SearchProps) {
  const text = useText()
  const { router } = useAppContext()
  const [typed, setTyped] = useState('')
  const [marked, setMarked] = useState<string | null>(null)
  const search = searchText(typed)
  const groups = useSearchGroups(search)
  const field = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const id = useId()
  const options = groups.flatMap((group) => group.options)
  const place = Math.max(
    options.findIndex(({ key }) => key === marked),
    0
  )
  // A list that comes late may put rows above: the mark stays on the row that the person has seen it on.
  const seen = options[place]?.key ?? null
  if (seen !== marked) setMarked(seen)
  useEffect(() => {
    body.current?.querySelector(`[id="${id}-${place}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [id, place])
  const name = text('list.searchShort')
  useEffect(() => router.subscribe(onClose), [router, onClose])
  const choose = useChoice(main, onClose)

  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key]
    if (step === undefined || composes(event.nativeEvent)) return
    event.preventDefault()
    if (step !== 0) setMarked(options.at((place + step) % options.length)?.key ?? null)
    // A key that is held since it has opened the search chooses nothing.
    else if (!event.repeat) body.current?.querySelector<HTMLElement>('[aria-selected=true]')?.click()
  }

  return (
    <ModalDialog
      className="kc-search-dialog"
      aria-label={name}
      onEscape={onClose}
      // A click on the dialog's own box hits the area beside it.
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div className="kc-search-head">
        <Icon name="search" />
        <input
          ref={field}
          part="input"
          role="combobox"
          aria-label={name}
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={id}
          aria-activedescendant={options.length > 0 ? `${id}-${place}` : undefined}
          placeholder={text('search.hint')}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setMarked(null)
            body.current?.scrollTo(0, 0)
          }}
          onKeyDown={onKeyDown}
        />
        <Button kind="plain" aria-label={text('save.close')} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <div ref={body} className="kc-search-body">
        <SearchContext value={search}>
          <div id={id} role="listbox" aria-label={name}>
            {groups.map(
              (group) =>
                group.options.length > 0 && (
                  <Results key={group.heading} {...{ group, id, options, place }} onChoose={choose} />
                )
            )}
          </div>
        </SearchContext>
        {search !== '' && <Outcome groups={groups} field={field} />}
      </div>
    </ModalDialog>
  )
}

/** Tells whether a key belongs to a word that is being composed. Safari sends the Enter that ends it after its end, as 229. */
// oxlint-disable-next-line typescript/no-deprecated -- No other member tells.
const composes = ({ isComposing, keyCode }: globalThis.KeyboardEvent) => isComposing || keyCode === 229

/**
 * Returns the function that closes the search for the row that leads to the path. Where the screen is shown already, no
 * navigation moves the focus to its heading.
 */
function useChoice(main: SearchProps['main'], onClose: () => void) {
  const { router } = useAppContext()
  const stays = useRef(false)
  // The dialog has given the focus back by then.
  useEffect(() => () => void (stays.current && main.current && focusHeading(main.current)), [main])
  return (path: string) => {
    const [screen, query = ''] = path.split('?')
    stays.current = screen === router.path() && detailIn(query) === router.detail()
    onClose()
  }
}

interface ResultsProps {
  group: SearchGroup
  /** Id of the listbox, with which those of its options begin. */
  id: string
  /** The options of all groups, and the place of the marked one among them. */
  options: SearchGroup['options']
  place: number
  onChoose: (path: string) => void
}

function Results({ group, id, options, place, onChoose }: ResultsProps) {
  const { router, base } = useAppContext()
  const name = useId()
  const { heading, count } = group
  return (
    <div role="group" aria-labelledby={name}>
      <div id={name} role="presentation" className="kc-search-name">
        {count > group.options.length ? `${heading} · ${count.toLocaleString('de')}` : heading}
      </div>
      {group.options.map((option) => {
        const at = options.indexOf(option)
        const { href, path } = router.linkTo(base + option.path)
        return (
          <a
            key={option.key}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === place}
            tabIndex={-1}
            href={href}
            data-path={path}
            // The focus stays in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(path)}
          >
            <span>
              <MarkedText>{option.title}</MarkedText>
            </span>
            {option.details && (
              <small>
                <MarkedText>{option.details}</MarkedText>
              </small>
            )}
          </a>
        )
      })}
    </div>
  )
}

/** Time without a key after which the number of results is announced, in ms. */
const tellMs = 500

interface OutcomeProps {
  groups: readonly SearchGroup[]
  /** The field, which gets the focus of a button that disappears. */
  field: RefObject<HTMLInputElement | null>
}

/** Renders the lists that are not there, or that nothing is found; announces once how much is found in all lists. */
function Outcome({ groups, field }: OutcomeProps) {
  const text = useText()
  const missing = groups.flatMap(({ heading, query }) => (query?.data === undefined && query ? { heading, query } : []))
  const count = groups.reduce((sum, group) => sum + group.count, 0)
  const found = count === 0 ? text('search.none') : text(count === 1 ? 'search.one' : 'search.count', { count })
  const result = missing.every(({ query }) => query.error) ? found : ''
  const [told, setTold] = useState('')
  useEffect(() => timers.after(tellMs, () => setTold(result)), [result])
  const onRetry = (query: (typeof missing)[number]['query']) => {
    field.current?.focus()
    void query.refetch()
  }
  return (
    <>
      <output className="kc-hidden">{told}</output>
      {count === 0 && missing.length === 0 && (
        <p>
          {text('search.none')} <small>{text('search.noneHint')}</small>
        </p>
      )}
      {missing.some(({ query }) => query.isPaused) && <Notice tone="warning">{text('state.offline')}</Notice>}
      {missing.map(({ heading, query }) => (
        <section key={heading} aria-label={heading}>
          <div className="kc-search-name">{heading}</div>
          {query.error ? (
            <LoadFailed
              message={text('state.failed')}
              reason={errorSentence(query.error, '')}
              onRetry={() => onRetry(query)}
            />
          ) : (
            !query.isPaused && <Skeleton shape="lines" rows={2} />
          )}
        </section>
      ))}
    </>
  )
}
