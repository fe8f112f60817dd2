function refuse(): never {
  throw new Error('The list fields of Mantine forms are left out of the build.')
}

/** In place of the list fields of Mantine's forms, which every form imports and none here has. */
export const useFormList = () => ({
  insertListItem: refuse,
  removeListItem: refuse,
  reorderListItem: refuse,
  replaceListItem: refuse,
})
