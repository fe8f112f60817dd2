import { Kbd } from '@mantine/core'
import classes from './key-list.module.css'

const shortcuts = [
  { keys: ['M'], does: 'Map only, and back' },
  { keys: ['T'], does: 'Table only, and back' },
  { keys: ['↑', '↓'], does: 'Move over the rows' },
  { keys: ['Page Up', 'Page Down'], does: 'A screen of rows up or down' },
  { keys: ['Home', 'End'], does: 'First or last row' },
  { keys: ['Enter'], does: 'Open the property' },
  { keys: ['Space'], does: 'Select it; with Shift, all up to it' },
  { keys: ['Esc'], does: 'Clear the selection' },
  { keys: ['+', '−', 'F'], does: 'On the map: closer, wider, fit' },
  { keys: ['Ctrl'], does: 'On the map, with a click: select it' },
  { keys: ['?'], does: 'Show these keys' },
]

/** Each key and what it does. */
export const KeyList = () => (
  <dl className={classes.legend}>
    {shortcuts.map(({ keys, does }) => (
      <div key={does}>
        <dt>
          {keys.map((key) => (
            <Kbd key={key} size="xs">
              {key}
            </Kbd>
          ))}
        </dt>
        <dd>{does}</dd>
      </div>
    ))}
  </dl>
)
