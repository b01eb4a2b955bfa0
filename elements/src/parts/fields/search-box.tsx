import { use, useEffect, useRef, type ComponentProps, useMemo, useState } from 'react'
import {
  ComboBoxStateContext,
  Button,
  ComboBox,
  Input,
  ListBox,
  ListBoxItem,
  Popover
} from 'react-aria-components/ComboBox'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import { Icon } from '../icon.tsx'
import { AriaFrame, toTopLayer } from './aria-frame.tsx'
import type { FieldAriaProps } from './field-frame.tsx'
import type { SelectOption } from './select-field.tsx'

interface SearchOption extends SelectOption {
  search: string
}

export interface SearchBoxProps {
  aria: FieldAriaProps
  label: string
  /**
   * The options. The array must stay the same as long as nothing in it changes: ten thousand options are not read again
   * with every key.
   */
  options: readonly SearchOption[]
  /** The chosen option's value; empty for none. */
  value: string
  onChange: (value: string) => void
  /** Returns a function that tells whether an option fits the typed text. */
  matcherOf: (query: string) => (search: string) => boolean
  /** The list's text if nothing fits. */
  none: string
  /** Returns a text about the matching options that the list does not show. */
  more: (count: number) => string
  placeholder: string
}

/** Returns the height of an option, as its styles have it. */
const rowHeight = () => (matchMedia('(pointer: coarse)').matches ? 44 : 40)

/**
 * Limit of options that the list offers at once; the others appear when more is typed. react-aria creates a node for
 * every item with each key, visible or not: on a busy machine, after two typed characters, a development build found an
 * option in 1.6 s with all ten thousand as items, in 0.9 s with five hundred.
 */
const maxItems = 500

/** Renders a searchable list of which only the visible rows are in the document. */
export default function SearchBox({ aria, options, value, onChange, matcherOf, ...texts }: SearchBoxProps) {
  const chosen = options.find((one) => one.value === value)
  const [typed, setTyped] = useState<string | null>(null)
  const { items, left } = useMemo(
    () => itemsOf(options, typed?.trim() ? matcherOf(typed) : null, chosen),
    [options, typed, matcherOf, chosen]
  )

  return (
    <AriaFrame>
      <ComboBox
        className="kc-search-box"
        aria-label={texts.label}
        items={items}
        value={value === '' ? null : value}
        inputValue={typed ?? chosen?.label ?? ''}
        allowsEmptyCollection
        onInputChange={setTyped}
        onChange={(key) => {
          if (typeof key === 'string') onChange(key)
          setTyped(null)
        }}
        onOpenChange={(open) => !open && setTyped(null)}
      >
        <KeepPageAccessible />
        <OpeningInput {...aria} part="input" placeholder={texts.placeholder} />
        {/* react-aria moves the focus to the field while the button goes down; Firefox would then move it to the button. */}
        <Button className="kc-search-open" onMouseDown={(event) => event.preventDefault()}>
          <Icon name="chevron" />
        </Button>
        {/* The list is as wide as the field, which may fill the window: react-aria's padding of 12 px would push the
            list off the edge, make the page scroll and so close the list. */}
        <Popover
          ref={toTopLayer}
          className="kc-aria-popover kc-search-list"
          offset={4}
          containerPadding={0}
          maxHeight={360}
          isNonModal
        >
          <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: rowHeight() }}>
            <ListBox<SearchOption> renderEmptyState={() => <p>{texts.none}</p>}>
              {(one) => (
                <ListBoxItem id={one.value} textValue={one.label}>
                  {one.label}
                </ListBoxItem>
              )}
            </ListBox>
          </Virtualizer>
          {left > 0 && <p className="kc-search-more">{texts.more(left)}</p>}
        </Popover>
      </ComboBox>
    </AriaFrame>
  )
}

/** Returns the options that the list offers at once, and the number of options that it leaves out. */
function itemsOf(options: readonly SearchOption[], fits: ((search: string) => boolean) | null, chosen?: SearchOption) {
  const found = fits ? options.filter(({ search }) => fits(search)) : options
  const first = found.slice(0, maxItems)
  // The ComboBox takes the chosen option's label from its items.
  const items = chosen && !fits && !first.includes(chosen) ? [chosen, ...first] : first
  return { items, left: found.length - first.length }
}

/**
 * Opens the list with a click, as the drop-downs beside it do, and selects the text, so that typing replaces it.
 * react-aria opens the list only with its button and while somebody types.
 */
function OpeningInput(props: ComponentProps<typeof Input>) {
  const state = use(ComboBoxStateContext)
  return (
    <Input
      {...props}
      onClick={({ currentTarget }) => {
        if (!state || state.isOpen) return
        currentTarget.select()
        state.open(null, 'manual')
      }}
      // Escape closes the list alone, not a dialog around it as well.
      onKeyDown={(event) => event.key === 'Escape' && state?.isOpen && event.preventDefault()}
    />
  )
}

/**
 * Keeps the rest of the page accessible while the list of the surrounding ComboBox is open. react-aria hides the page
 * by `aria-hidden`, which cannot be turned off (adobe/react-spectrum#4937). That is for lists at the end of the
 * document, which a screen reader's cursor would not reach; ours is right behind its field. With `aria-hidden` the
 * focus would be on a control that nobody hears, with `inert` the page would swallow the click that closes the list.
 */
export function KeepPageAccessible() {
  const isOpen = use(ComboBoxStateContext)?.isOpen ?? false
  const marker = useRef<HTMLSpanElement>(null)

  // The effect starts before the ComboBox's, which hides the page: a child's effects run first.
  useEffect(() => {
    if (!isOpen || !marker.current) return undefined
    const root = marker.current.getRootNode()
    const observer = new MutationObserver((records) => {
      for (const { target, oldValue } of records)
        if (oldValue === null && target instanceof Element) target.removeAttribute('aria-hidden')
      // Nodes that the host hides from now on stay hidden; inside our root react-aria goes on with added ones.
      observer.disconnect()
      observer.observe(root, changes)
    })
    for (const one of rootsAround(root)) observer.observe(one, changes)
    return () => observer.disconnect()
  }, [isOpen])

  return <span ref={marker} hidden />
}

const changes = { subtree: true, attributeFilter: ['aria-hidden'], attributeOldValue: true }

/** Returns the root and all roots around it up to the document: an observer does not see into shadow roots. */
function rootsAround(root: Node): Node[] {
  return root instanceof ShadowRoot ? [root, ...rootsAround(root.host.getRootNode())] : [root]
}
