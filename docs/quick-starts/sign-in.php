<?php
// Sign people in with OpenID Connect, with PHP 8 alone. docs/sign-in-with-us.md says what to set.
//   php -S localhost:5055 sign-in.php
declare(strict_types=1);

$auth = getenv('AUTH') ?: 'http://localhost:4000';
$home = 'http://localhost:' . (getenv('PORT') ?: '5055') . '/';
$clientId = getenv('CLIENT_ID') ?: '';
$clientSecret = getenv('CLIENT_SECRET') ?: '';
$server = json_decode(file_get_contents("$auth/.well-known/openid-configuration"), true, flags: JSON_THROW_ON_ERROR);

function base64url(string $bytes): string
{
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

function redirect(string $location): never
{
    header("Location: $location", true, 302);
    exit;
}

function refuse(string $reason): never
{
    http_response_code(400);
    exit($reason);
}

session_start(['cookie_httponly' => true, 'cookie_samesite' => 'Lax']);
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);

// to our login page
if ($path === '/sign-in') {
    foreach (['state', 'nonce', 'verifier'] as $name) {
        $_SESSION[$name] = base64url(random_bytes(32));
    }
    redirect($server['authorization_endpoint'] . '?' . http_build_query([
        'response_type' => 'code',
        'client_id' => $clientId,
        'redirect_uri' => "{$home}callback",
        'scope' => 'openid profile email',
        'state' => $_SESSION['state'],
        'nonce' => $_SESSION['nonce'],
        'code_challenge' => base64url(hash('sha256', $_SESSION['verifier'], true)),
        'code_challenge_method' => 'S256',
    ]));
}

// back from it: the code for an ID token
if ($path === '/callback') {
    $state = $_SESSION['state'] ?? null;
    unset($_SESSION['state']); // it works once
    if ($state === null || ($_GET['state'] ?? '') !== $state) {
        refuse('this sign-in did not begin here');
    }
    if (($_GET['iss'] ?? '') !== $server['issuer']) {
        refuse('another server answered');
    }
    if (isset($_GET['error'])) {
        refuse($_GET['error_description'] ?? 'refused');
    }
    $form = http_build_query([
        'grant_type' => 'authorization_code',
        'code' => $_GET['code'] ?? '',
        'redirect_uri' => "{$home}callback",
        'client_id' => $clientId,
        'client_secret' => $clientSecret,
        'code_verifier' => $_SESSION['verifier'],
    ]);
    $options = ['method' => 'POST', 'header' => 'Content-Type: application/x-www-form-urlencoded', 'content' => $form];
    $answer = file_get_contents($server['token_endpoint'], false, stream_context_create(['http' => $options]));
    if ($answer === false) {
        refuse('the token endpoint refused the code');
    }
    $idToken = json_decode($answer, true, flags: JSON_THROW_ON_ERROR)['id_token'];
    // straight from the token endpoint, so TLS stands for its signature (OpenID Connect Core 3.1.3.7)
    $claims = json_decode(base64_decode(strtr(explode('.', $idToken)[1], '-_', '+/')), true, flags: JSON_THROW_ON_ERROR);
    $isRight = $claims['iss'] === $server['issuer'] && $claims['aud'] === $clientId
        && ($claims['nonce'] ?? null) === $_SESSION['nonce'] && $claims['exp'] >= time();
    if (!$isRight) {
        refuse('the ID token is not for this sign-in');
    }
    session_regenerate_id(true);
    $_SESSION['id_token'] = $idToken;
    $_SESSION['person'] = $claims; // know people by `sub`, never by their address
    redirect($home);
}

// ends the session here, and then ours
if ($path === '/sign-out') {
    $hint = $_SESSION['id_token'] ?? '';
    unset($_SESSION['person']);
    redirect($server['end_session_endpoint'] . '?' . http_build_query([
        'id_token_hint' => $hint,
        'post_logout_redirect_uri' => $home,
    ]));
}

header('Content-Type: text/plain; charset=utf-8');
$person = $_SESSION['person'] ?? null;
echo $person ? "Hello {$person['name']} ({$person['email']}). Go on to /sign-out" : 'Go on to /sign-in';
