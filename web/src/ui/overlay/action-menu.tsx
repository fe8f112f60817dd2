import { Box, Button, type ButtonProps, UnstyledButton } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { type CSSProperties, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import classes from './menu.module.css'
import { moveMenuFocus } from './move-menu-focus.ts'
import { placeMenu } from './place-menu.ts'

type Action = { value: string; label: string }
type ActionGroup = { group: string; items: readonly Action[] }

const menuWidth = 264
type Actions = readonly (Action | ActionGroup)[]

function ActionItems({ actions, onPress }: { actions: Actions; onPress: (value: string) => void }) {
  return actions.map((action) =>
    'group' in action ? (
      <Box key={action.group} role="group" aria-label={action.group}>
        <p className={classes.group}>{action.group}</p>
        <ActionItems actions={action.items} onPress={onPress} />
      </Box>
    ) : (
      <UnstyledButton key={action.value} role="menuitem" className={classes.item} onClick={() => onPress(action.value)}>
        {action.label}
      </UnstyledButton>
    ),
  )
}

type ActionMenuProps = {
  label: string
  w?: ButtonProps['w']
  /** How the button looks otherwise. */
  button?: ButtonProps | undefined
  actions: Actions
  isDisabled: boolean
  onChoose: (value: string) => void
}

/**
 * A button that opens a menu of actions. Unlike a select, where an arrow key already chooses, it acts only on the item
 * that is pressed. The browser shows it on the top layer and dismisses it.
 */
export function ActionMenu({ label, button: look, actions, isDisabled, onChoose, w }: ActionMenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState<CSSProperties>()
  const choose = (value: string) => {
    menu.current?.hidePopover()
    onChoose(value)
  }
  return (
    <>
      <Button
        ref={button}
        variant="default"
        w={w}
        justify="space-between"
        {...look}
        disabled={isDisabled}
        aria-haspopup="menu"
        popoverTarget={id}
        rightSection={<ChevronDown size={16} aria-hidden="true" />}
      >
        {label}
      </Button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={classes.menu}
        style={position}
        onKeyDown={moveMenuFocus}
        onBeforeToggle={({ newState }) => {
          // The browser then shows it with its items and in its place.
          const at = newState === 'open' && button.current && placeMenu(button.current, menuWidth)
          if (at) flushSync(() => setPosition(at))
        }}
        onToggle={({ newState }) =>
          newState === 'open' ? menu.current?.querySelector('button')?.focus() : setPosition(undefined)
        }
      >
        {position && <ActionItems actions={actions} onPress={choose} />}
      </div>
    </>
  )
}
