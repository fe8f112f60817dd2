import { type ComponentType, type ReactNode, useState } from 'react'
import { useOnDemand } from '../hooks.ts'

type DialogProps = { opened: boolean; onClose: () => void }

/**
 * A dialog whose code comes when it is first opened: what draws it, given its other props, and what opens it.
 * It stays mounted while it fades away.
 */
export function useDialog<Props extends DialogProps>(load: () => Promise<ComponentType<Props>>) {
  const [opened, setOpened] = useState(false)
  const [Dialog, ask] = useOnDemand(load)
  const open = () => {
    if (!Dialog) ask()
    setOpened(true)
  }
  const draw = (props: Omit<Props, keyof DialogProps>): ReactNode =>
    Dialog && <Dialog {...({ ...props, opened, onClose: () => setOpened(false) } as Props)} /> // the rest was given
  return [draw, open] as const
}
