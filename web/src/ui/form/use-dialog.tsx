import { type ComponentType, type ReactNode, useState } from 'react'
import { useLazyLoad } from '../hooks/hooks.ts'

type DialogProps = { opened: boolean; onClose: () => void }

/**
 * A dialog whose code loads when it is first opened. Returns a function that renders it with its other props, and one
 * that opens it. It stays mounted while it closes.
 */
export function useDialog<Props extends DialogProps>(load: () => Promise<ComponentType<Props>>) {
  const [opened, setOpened] = useState(false)
  const [Dialog, ask] = useLazyLoad(load)
  const open = () => {
    if (!Dialog) ask()
    setOpened(true)
  }
  const draw = (props: Omit<Props, keyof DialogProps>): ReactNode =>
    Dialog && <Dialog {...({ ...props, opened, onClose: () => setOpened(false) } as Props)} /> // the other props are given
  return [draw, open] as const
}
