/** Replacements of built-in functions by Prototype.js 1.7 and MooTools 1.6. */
export const replacements = {
  'Prototype.js': `<script>
    Array.from = function (items) {
      if (!items) return []
      if ('toArray' in Object(items)) return items.toArray()
      let length = items.length || 0
      const results = new Array(length)
      while (length--) results[length] = items[length]
      return results
    }
    Array.prototype.toArray = Array.prototype.entries = function () { return this.map((item) => item) }
    Array.prototype.find = function (test, context) {
      let result
      this.some((item, index) => test.call(context, item, index, this) && ((result = item), true))
      return result
    }
    String.prototype.startsWith = function (start) { return this.lastIndexOf(start, 0) === 0 }
    Object.values = function (object) { const all = []; for (const key in object) all.push(object[key]); return all }
  </script>`,
  MooTools: `<script>
    Array.from = function (items) {
      if (items == null) return []
      const isList = typeof items == 'object' && typeof items.length == 'number'
      return isList ? (Array.isArray(items) ? items : Array.prototype.slice.call(items)) : [items]
    }
    Object.keys = function (object) { const all = []; for (const key in object) if (Object.prototype.hasOwnProperty.call(object, key)) all.push(key); return all }
    Object.values = function (object) { return Object.keys(object).map((key) => object[key]) }
    Function.prototype.bind = function (that, ...given) {
      const self = this
      const bound = function (...more) { return self.apply(new.target ? this : that, given.concat(more)) }
      bound.prototype = self.prototype
      return bound
    }
  </script>`
}
