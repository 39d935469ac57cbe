<?php
// The first calls with PHP 8 alone. Run it on the stack of `npm start`, or set the four variables.
//   php quick-start.php
//   php quick-start.php verify <webhook-id> <webhook-timestamp> <webhook-signature> < body
declare(strict_types=1);

$auth = getenv('AUTH') ?: 'http://localhost:4000';
$api = getenv('API') ?: 'http://localhost:4001';
$clientId = getenv('CLIENT_ID') ?: 'acme-app';
$clientSecret = getenv('CLIENT_SECRET') ?: 'acme-app-secret';

/** Whether a webhook is authentic: one of its signatures is ours and its time is not long ago. */
function verified(string $secret, string $body, string $id, string $timestamp, string $signatures): bool
{
    if (abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    // a secret key of your own, without whsec_, is used as it is
    $key = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, 6)) : $secret;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $signatures) as $one) {
        if (hash_equals($expected, $one)) {
            return true;
        }
    }
    return false;
}

function ask(string $method, string $url, array $body = [], ?string $token = null): array
{
    $headers = ['Content-Type: application/x-www-form-urlencoded'];
    if ($token !== null) {
        $headers[] = "Authorization: Bearer $token";
    }
    $content = $method === 'GET' ? '' : http_build_query($body);
    $options = ['method' => $method, 'header' => $headers, 'content' => $content];
    $answer = file_get_contents($url, false, stream_context_create(['http' => $options]));
    if ($answer === false) {
        exit(1); // PHP has said what was answered
    }
    return json_decode($answer, true, flags: JSON_THROW_ON_ERROR);
}

if (($argv[1] ?? '') === 'verify') {
    $isAuthentic = verified(getenv('WEBHOOK_SECRET'), file_get_contents('php://stdin'), $argv[2], $argv[3], $argv[4]);
    echo $isAuthentic ? "verified\n" : "not authentic\n";
    exit($isAuthentic ? 0 : 1);
}

// a token: the application acts as an administrator of its portal, for twelve hours
$credentials = ['grant_type' => 'client_credentials', 'client_id' => $clientId, 'client_secret' => $clientSecret];
$token = ask('POST', "$auth/oauth/token", $credentials)['access_token'];

// search
$course = ask('GET', "$api/v2/learning-objects?limit=1", token: $token)['hits'][0]['id'];
echo "course $course\n";

// a person
$person = [
    'email' => 'quick-start-' . hrtime(true) . '@example.com',
    'first_name' => 'Quinn',
    'last_name' => 'Start',
    'send_login_email' => 'false',
];
$personId = ask('POST', "$api/v2/users", $person, $token)['id'];
echo "person $personId\n";

// an enrollment, and its completion
$enrollment = ask('POST', "$api/v2/enrollments", ['user_id' => $personId, 'lo_id' => $course], $token)['id'];
$done = ask('PATCH', "$api/v2/enrollments/$enrollment", ['status' => 'completed', 'result' => 92], $token);
echo "enrollment {$done['status']}\n";
