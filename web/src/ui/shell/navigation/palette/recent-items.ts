import { History } from 'lucide-react'
import { z } from 'zod'
import { buildDraftKey } from '../../../../lib/drafts.ts'
import type { PaletteItem } from './palette-items.ts'

const maxRecent = 5

const StoredItems = z.array(
  z.object({
    id: z.string(),
    label: z.string(),
    description: z.string().optional(),
    link: z.object({
      to: z.string(),
      params: z.record(z.string(), z.string()).optional(),
      search: z.record(z.string(), z.unknown()).optional(),
      hash: z.string().optional(),
    }),
  }),
)

/** The links a user last followed from the palette, the newest first; none without storage. */
export function readRecentItems(userId: string): PaletteItem[] {
  try {
    const stored = StoredItems.parse(JSON.parse(localStorage.getItem(buildDraftKey('palette', userId)) ?? '[]'))
    // Links are stored as the palette wrote them; one that no longer exists leads to the 404 screen.
    return stored.map((item) => ({ ...item, icon: History }) as PaletteItem)
  } catch {
    return []
  }
}

/** Remembers a followed link, in this browser until the user signs out. */
export function rememberItem(userId: string, { id, label, description, link }: PaletteItem) {
  if (!link) return
  const others = readRecentItems(userId).filter((item) => item.id !== id)
  const items = [{ id, label, description, link }, ...others].slice(0, maxRecent)
  try {
    localStorage.setItem(
      buildDraftKey('palette', userId),
      JSON.stringify(items.map(({ id, label, description, link }) => ({ id, label, description, link }))),
    )
  } catch {
    // Without storage there are no recent items.
  }
}
