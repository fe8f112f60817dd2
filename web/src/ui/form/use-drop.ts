import { type DragEvent, useState } from 'react'

/** What a place needs to take a file that is dropped on it; `data-over` is there while one hovers. */
export function useDrop(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false)
  const onDragOver = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) onFile(dropped)
  }
  return { 'data-over': isOver || undefined, onDragOver, onDragLeave: () => setOver(false), onDrop }
}
