import { start } from './start'
import './styles/grid.css'
import './styles/search.css'
import './styles/screens.css'
import './styles/overview.css'
import './styles/pages.css'
import { router } from './router'

start(router)
