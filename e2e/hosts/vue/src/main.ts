import { createApp } from 'vue'
import { createRouter, createWebHistory } from 'vue-router'
import Account from './Account.vue'
import Cart from './Cart.vue'
import Shop from './Shop.vue'

const routes = [
  { path: '/', component: Account },
  { path: '/warenkorb', component: Cart }
]

createApp(Shop)
  .use(createRouter({ history: createWebHistory(), routes }))
  .mount('#shop')
