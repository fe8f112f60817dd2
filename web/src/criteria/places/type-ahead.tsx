import { ActionIcon, Group, Paper, Text } from '@mantine/core'
import { X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useId } from 'react'
import { stopEscapePropagation } from '../../ui/hooks/hooks.ts'
import classes from './type-ahead.module.css'
import { type ComboboxOptions, type Suggestion, useComboboxKeys } from './use-combobox-keys.ts'

type TypeAheadProps = ComboboxOptions & {
  label: string
  /** The label of the list: `Places`. */
  listLabel: string
  placeholder: string
  box?: Pick<ComponentProps<'input'>, 'id' | 'ref' | 'maxLength'>
  onText: (text: string) => void
  empty: ReactNode
  footer?: ReactNode
}

/**
 * The DOM id of a suggestion. Each suggestion has its own id, because screen readers would not announce a replaced one
 * otherwise. Encoded, because an id must not contain white space.
 */
const toOptionId = (list: string, suggestion: string) => `${list}-${encodeURIComponent(suggestion)}`

/**
 * A combobox with suggestions: arrow keys move, Enter picks, Escape closes. Unlike Mantine's combobox, Enter waits for
 * suggestions that are still loading.
 */
export function TypeAhead(props: TypeAheadProps) {
  const { label, placeholder, text, onText } = props
  const id = useId()
  const keys = useComboboxKeys(props)
  const activeOptionId = keys.enters === undefined ? undefined : toOptionId(id, keys.enters)
  useEffect(() => {
    if (keys.isOpen && activeOptionId !== undefined)
      document.getElementById(activeOptionId)?.scrollIntoView({ block: 'nearest' })
  }, [keys.isOpen, activeOptionId])
  return (
    <>
      <input
        className={classes.box}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={keys.isOpen}
        aria-controls={keys.isOpen ? id : undefined}
        aria-activedescendant={keys.isOpen ? activeOptionId : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        maxLength={60}
        {...props.box}
        {...keys.box}
        onChange={({ currentTarget }) => {
          onText(currentTarget.value)
          keys.open(true)
        }}
        {...stopEscapePropagation(keys.isOpen)}
      />
      {keys.isOpen && <SuggestionList id={id} activeOptionId={activeOptionId} {...props} {...keys} />}
    </>
  )
}

type SuggestionListProps = Pick<TypeAheadProps, 'listLabel' | 'groups' | 'empty' | 'footer'> &
  Pick<ReturnType<typeof useComboboxKeys>, 'isChosen' | 'isWaiting' | 'pick'> & {
    id: string
    /** The DOM id of the suggestion that Enter picks. */
    activeOptionId: string | undefined
  }

const SuggestionList = ({
  id,
  activeOptionId,
  listLabel,
  groups,
  empty,
  footer,
  isChosen,
  isWaiting,
  pick,
}: SuggestionListProps) => (
  <Paper
    withBorder
    shadow="md"
    className={classes.dropdown}
    // Prevents the list from taking the focus of the input, whose blur would close it.
    onPointerDown={(event) => event.preventDefault()}
    onMouseDown={(event) => event.preventDefault()}
  >
    {/* Not a tab stop, as browsers make what scrolls: it closes when the input is left. */}
    <div id={id} className={classes.list} role="listbox" tabIndex={-1} aria-label={listLabel} aria-busy={isWaiting}>
      {groups.map(({ label, suggestions }) => (
        // biome-ignore lint/a11y/useSemanticElements: a list box holds groups and options alone
        <div key={label} role="group" aria-label={label}>
          <Text fz={12} fw={500} lh="16px" c="dimmed" p="8px 12px 4px" aria-hidden="true">
            {label}
          </Text>
          {suggestions.map((suggestion) => {
            const at = toOptionId(id, suggestion.id)
            const active = at !== activeOptionId ? undefined : isChosen ? 'chosen' : 'first'
            return <SuggestionItem key={suggestion.id} id={at} suggestion={suggestion} active={active} onPick={pick} />
          })}
        </div>
      ))}
    </div>
    {groups.length === 0 && (
      <Text fz="sm" c="dimmed" p="10px 12px" role="status">
        {empty}
      </Text>
    )}
    {footer && (
      <Text fz={11} lh="16px" c="dimmed" p="6px 12px" style={{ borderTop: '1px solid var(--line)' }}>
        {footer}
      </Text>
    )}
  </Paper>
)

type SuggestionItemProps = {
  id: string
  suggestion: Suggestion
  active: string | undefined
  onPick: (id: string) => void
}

const SuggestionItem = ({ id, suggestion, active, onPick }: SuggestionItemProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the focus and the keys
  <div
    id={id}
    className={classes.offer}
    role="option"
    tabIndex={-1}
    aria-selected={suggestion.isPicked ?? false}
    aria-disabled={suggestion.isOff}
    data-empty={suggestion.isEmpty || undefined}
    data-active={active}
    onClick={() => !suggestion.isOff && onPick(suggestion.id)}
  >
    <span>{suggestion.label}</span>
    {suggestion.note && (
      <Text span inherit fw={400} c="dimmed" ta="end" className={classes.note}>
        {suggestion.note}
      </Text>
    )}
  </div>
)

export const PickedPill = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <Group
    component="span"
    display="inline-flex"
    gap={0}
    wrap="nowrap"
    maw="100%"
    h={26}
    pl={8}
    fz="sm"
    bg="var(--mantine-color-brand-light)"
    c="var(--mantine-color-brand-light-color)"
    style={{ borderRadius: 'var(--mantine-radius-sm)' }}
  >
    <Text inherit span truncate data-hint={name}>
      {name}
    </Text>
    <ActionIcon
      size={26}
      radius="sm"
      variant="transparent"
      c="inherit"
      aria-label={`Remove ${name}`}
      onClick={onRemove}
    >
      <X size={12} aria-hidden="true" />
    </ActionIcon>
  </Group>
)
