import { useDisclosure } from '@mantine/hooks'
import { type ComponentType, useEffect, useEffectEvent } from 'react'
import { useLazyLoad } from './hooks.ts'

/** Escape closes an overlay of the shell, and nothing below it. */
function useEscape(isOpen: boolean, close: () => void) {
  const closeOnly = useEffectEvent((event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape' || event.isComposing) return
    event.stopImmediatePropagation()
    close()
  })
  // Once, so that it comes before the listeners of the dialogs that open later.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => closeOnly(event)
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
}

/** An overlay of the shell, whose code loads when it is first opened; it closes again if that fails. */
export function useOverlay<Props>(load: () => Promise<ComponentType<Props>>, onClose?: () => void) {
  const [isOpen, { open, toggle, close: hide }] = useDisclosure()
  const close = () => {
    hide()
    onClose?.()
  }
  useEscape(isOpen, close)
  const [Overlay, ask] = useLazyLoad(load, close)
  const loadFor = (show: () => void) => () => {
    if (!Overlay) ask()
    show()
  }
  return { Overlay, isOpen, open: loadFor(open), toggle: loadFor(toggle), close }
}
