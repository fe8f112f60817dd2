import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** The hash of links that open the dialog in which a screen creates something, such as `/portal/users#new`. */
export const createHash = 'new'

/** Opens a dialog when a link leads to its screen with the hash `new`, and removes the hash, so that Back skips it. */
export function useOpenByHash(open: () => void) {
  const isAsked = useLocation({ select: ({ hash }) => hash === createHash })
  const navigate = useNavigate()
  const openOnce = useEffectEvent(() => {
    open()
    void navigate({ to: '.', search: true, hash: '', replace: true })
  })
  useEffect(() => {
    if (isAsked) openOnce()
  }, [isAsked])
}
