<?php
/**
 * Plugin Name: Kundencenter
 * Description: Das Kundencenter in einer Seite: als Block „Kundencenter“ oder als Shortcode [customer_center].
 * Version: 0.1.0
 * Requires at least: 6.1
 * Requires PHP: 7.4
 */

namespace CustomerCenter;

defined('ABSPATH') || exit;

require __DIR__ . '/settings.php';

/** Attributes of the block and, in snake case, of the shortcode, by the attribute of the element; an array has the allowed values. */
const ELEMENTS = [
    'customer-center' => [
        'language' => ['de-at', 'de-de', 'de-ch'],
        'route-prefix' => true,
        'routing' => ['hash', 'memory'],
    ],
    'customer-contact' => ['language' => ['de-at', 'de-de', 'de-ch']],
    'event-layers' => ['language' => ['de-at', 'de-de', 'de-ch'], 'model-id' => true, 'event-id' => true],
];

add_action('init', static function (): void {
    wp_register_script(
        'customer-center-editor',
        plugins_url('editor.js', __FILE__),
        ['wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element'],
        '0.1.0',
        true
    );
    // WordPress makes both at each request: what an author saves is a comment or a shortcode, as kses removes unknown tags.
    register_block_type(__DIR__, ['render_callback' => __NAMESPACE__ . '\render_block']);
    add_shortcode('customer_center', __NAMESPACE__ . '\render_shortcode');
});

function render_block(array $attributes): string
{
    $given = [];
    foreach ($attributes as $name => $value) {
        $given[strtolower(preg_replace('/[A-Z]/', '_$0', $name))] = $value;
    }
    // WordPress 6.1 makes a class only of an alignment that differs from the block's own.
    $wrapper = get_block_wrapper_attributes(empty($given['align']) ? [] : ['class' => 'align' . $given['align']]);
    return sprintf('<div %s>%s</div>', $wrapper, render($given, ''));
}

/** @param array|string $attributes an empty text where there are none */
function render_shortcode($attributes, ?string $content = ''): string
{
    return render((array) $attributes, (string) $content);
}

/**
 * The tag of the element, whose script is then loaded.
 *
 * Which server the element speaks to is no attribute: it gets the customers' passwords, so an author must not choose it.
 */
function render(array $given, string $content): string
{
    // WordPress may have put a part of a paragraph around it. A paragraph of ours would end one that the tag is in, and the tag.
    $content = $content === '' ? 'Wird geladen …' : force_balance_tags(wp_kses_post($content));
    $server = server();
    if ($server === '') {
        return current_user_can('manage_options')
            ? sprintf('<p><a href="%s">Bitte die Adresse des Servers eintragen.</a></p>', esc_url(settings_url()))
            : $content;
    }
    $element = $given['element'] ?? 'customer-center';
    if (!isset(ELEMENTS[$element])) {
        $element = 'customer-center';
    }
    load_script($server);
    $markup = sprintf(' config-url="%s"', esc_url("$server/elements/assets/config.prod.json"));
    foreach (ELEMENTS[$element] as $name => $allowed) {
        $value = (string) ($given[str_replace('-', '_', $name)] ?? '');
        if ($value !== '' && ($allowed === true || in_array($value, $allowed, true))) {
            $markup .= sprintf(' %s="%s"', $name, esc_attr($value));
        }
    }
    return "<$element$markup" . look($given) . ">$content</$element>";
}

/** The accent for light pages and, if there is one, for dark ones; more colours are for the theme's style sheet. */
function look(array $given): string
{
    $light = sanitize_hex_color((string) ($given['accent'] ?? ''));
    $dark = sanitize_hex_color((string) ($given['accent_dark'] ?? ''));
    if (!$light) {
        return '';
    }
    return sprintf(' style="--kc-accent: %s"', esc_attr($dark ? "light-dark($light, $dark)" : $light));
}

function load_script(string $server): void
{
    // No version in the address: browsers ask for the newest build each time.
    wp_enqueue_script('customer-center', "$server/elements/v1/customer-center.js", [], null, true);
}

// wp_enqueue_script_module exists from WordPress 6.5 on.
add_filter(
    'script_loader_tag',
    static fn(string $tag, string $handle, string $src): string => $handle === 'customer-center'
        ? wp_get_script_tag(['type' => 'module', 'src' => esc_url_raw($src), 'id' => 'customer-center-js'])
        : $tag,
    10,
    3
);
