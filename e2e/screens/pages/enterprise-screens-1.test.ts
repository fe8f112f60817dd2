import { testScreens } from '../screens.ts'

testScreens(['enterprise'], { part: 1, of: 2 })
